/* hdf5.h: loads HDF5 when the first file needs it.
 *
 * HDF5 depends on about thirty libraries, whose start takes three times as long
 * as all the rest of a short command. The program is therefore not linked with
 * HDF5; macros replace its functions and variables by symbols found by the
 * loader. If configure finds no shared library of HDF5 (AM_HDF5_FILE), as in a
 * static build, HDF5 is linked normally. */
#ifndef AM_ARCHIVE_HDF5_H
#define AM_ARCHIVE_HDF5_H

#include <hdf5.h>

#include "base/base.h"
#include "config.h"

/* Loads the library; must precede any other use of HDF5, and may be repeated.
 * The library stays loaded. AM_ENVIRONMENT if it is missing. */
AM_MUST_USE am_status am_hdf5_open(am_report *report);

#ifdef AM_HDF5_FILE

/* Finds a symbol that must exist in the loaded library. */
void (*am_hdf5_function(const char *name))(void);
hid_t am_hdf5_id(const char *name);

#define AM_HDF5(name) ((__typeof__(&name))am_hdf5_function(#name))

#define H5Acreate2 AM_HDF5(H5Acreate2)
#define H5Adelete AM_HDF5(H5Adelete)
#define H5Aexists AM_HDF5(H5Aexists)
#define H5Aget_space AM_HDF5(H5Aget_space)
#define H5Aget_type AM_HDF5(H5Aget_type)
#define H5Aopen AM_HDF5(H5Aopen)
#define H5Aread AM_HDF5(H5Aread)
#define H5Awrite AM_HDF5(H5Awrite)
#define H5Dcreate2 AM_HDF5(H5Dcreate2)
#define H5Dget_chunk_storage_size AM_HDF5(H5Dget_chunk_storage_size)
#define H5Dget_create_plist AM_HDF5(H5Dget_create_plist)
#define H5Dget_space AM_HDF5(H5Dget_space)
#define H5Dget_type AM_HDF5(H5Dget_type)
#define H5Dopen2 AM_HDF5(H5Dopen2)
#define H5Dread AM_HDF5(H5Dread)
#define H5Dread_chunk AM_HDF5(H5Dread_chunk)
#define H5Dwrite AM_HDF5(H5Dwrite)
#define H5Dwrite_chunk AM_HDF5(H5Dwrite_chunk)
#define H5Eget_current_stack AM_HDF5(H5Eget_current_stack)
#define H5Epush2 AM_HDF5(H5Epush2)
#define H5Eset_auto2 AM_HDF5(H5Eset_auto2)
#define H5Eset_current_stack AM_HDF5(H5Eset_current_stack)
#define H5Ewalk2 AM_HDF5(H5Ewalk2)
#define H5Fclose AM_HDF5(H5Fclose)
#define H5Fcreate AM_HDF5(H5Fcreate)
#define H5Fflush AM_HDF5(H5Fflush)
#define H5Fget_eoa AM_HDF5(H5Fget_eoa)
#define H5Fget_vfd_handle AM_HDF5(H5Fget_vfd_handle)
#define H5Fopen AM_HDF5(H5Fopen)
#define H5Fset_libver_bounds AM_HDF5(H5Fset_libver_bounds)
#define H5Gcreate2 AM_HDF5(H5Gcreate2)
#define H5Gget_info AM_HDF5(H5Gget_info)
#define H5Gopen2 AM_HDF5(H5Gopen2)
#define H5Idec_ref AM_HDF5(H5Idec_ref)
#define H5Ldelete AM_HDF5(H5Ldelete)
#define H5Lexists AM_HDF5(H5Lexists)
#define H5Lget_name_by_idx AM_HDF5(H5Lget_name_by_idx)
#define H5Oopen AM_HDF5(H5Oopen)
#define H5Pcopy AM_HDF5(H5Pcopy)
#define H5Pcreate AM_HDF5(H5Pcreate)
#define H5Pget_chunk AM_HDF5(H5Pget_chunk)
#define H5Pget_external_count AM_HDF5(H5Pget_external_count)
#define H5Pget_filter_by_id2 AM_HDF5(H5Pget_filter_by_id2)
#define H5Pget_layout AM_HDF5(H5Pget_layout)
#define H5Pget_mdc_config AM_HDF5(H5Pget_mdc_config)
#define H5Pget_nfilters AM_HDF5(H5Pget_nfilters)
#define H5Pget_obj_track_times AM_HDF5(H5Pget_obj_track_times)
#define H5Pset_attr_phase_change AM_HDF5(H5Pset_attr_phase_change)
#define H5Pset_chunk AM_HDF5(H5Pset_chunk)
#define H5Pset_chunk_cache AM_HDF5(H5Pset_chunk_cache)
#define H5Pset_deflate AM_HDF5(H5Pset_deflate)
#define H5Pset_elink_cb AM_HDF5(H5Pset_elink_cb)
#define H5Pset_fclose_degree AM_HDF5(H5Pset_fclose_degree)
#define H5Pset_fletcher32 AM_HDF5(H5Pset_fletcher32)
#define H5Pset_file_locking AM_HDF5(H5Pset_file_locking)
#define H5Pset_file_space_strategy AM_HDF5(H5Pset_file_space_strategy)
#define H5Pset_fill_value AM_HDF5(H5Pset_fill_value)
#define H5Pset_libver_bounds AM_HDF5(H5Pset_libver_bounds)
#define H5Pset_mdc_config AM_HDF5(H5Pset_mdc_config)
#define H5Pset_obj_track_times AM_HDF5(H5Pset_obj_track_times)
#define H5Pset_shuffle AM_HDF5(H5Pset_shuffle)
#define H5Pset_sieve_buf_size AM_HDF5(H5Pset_sieve_buf_size)
#define H5Pset_virtual AM_HDF5(H5Pset_virtual)
#define H5Screate AM_HDF5(H5Screate)
#define H5Screate_simple AM_HDF5(H5Screate_simple)
#define H5Sget_simple_extent_dims AM_HDF5(H5Sget_simple_extent_dims)
#define H5Sget_simple_extent_npoints AM_HDF5(H5Sget_simple_extent_npoints)
#define H5Sget_simple_extent_type AM_HDF5(H5Sget_simple_extent_type)
#define H5Sis_simple AM_HDF5(H5Sis_simple)
#define H5Sselect_hyperslab AM_HDF5(H5Sselect_hyperslab)
#define H5Tcopy AM_HDF5(H5Tcopy)
#define H5Tequal AM_HDF5(H5Tequal)
#define H5Tget_class AM_HDF5(H5Tget_class)
#define H5Tget_size AM_HDF5(H5Tget_size)
#define H5Tis_variable_str AM_HDF5(H5Tis_variable_str)
#define H5Tset_cset AM_HDF5(H5Tset_cset)
#define H5Tset_size AM_HDF5(H5Tset_size)
#define H5Tset_strpad AM_HDF5(H5Tset_strpad)
#define H5check_version AM_HDF5(H5check_version)
#define H5dont_atexit AM_HDF5(H5dont_atexit)
#define H5open AM_HDF5(H5open)

/* Variables of the library, used by macros such as H5T_NATIVE_LONG. */
#define H5E_CANTOPENOBJ_g am_hdf5_id("H5E_CANTOPENOBJ_g")
#define H5E_DATASET_g am_hdf5_id("H5E_DATASET_g")
#define H5E_ERR_CLS_g am_hdf5_id("H5E_ERR_CLS_g")
#define H5P_CLS_DATASET_ACCESS_ID_g am_hdf5_id("H5P_CLS_DATASET_ACCESS_ID_g")
#define H5P_CLS_DATASET_CREATE_ID_g am_hdf5_id("H5P_CLS_DATASET_CREATE_ID_g")
#define H5P_CLS_FILE_ACCESS_ID_g am_hdf5_id("H5P_CLS_FILE_ACCESS_ID_g")
#define H5P_CLS_FILE_CREATE_ID_g am_hdf5_id("H5P_CLS_FILE_CREATE_ID_g")
#define H5P_CLS_GROUP_ACCESS_ID_g am_hdf5_id("H5P_CLS_GROUP_ACCESS_ID_g")
#define H5P_CLS_GROUP_CREATE_ID_g am_hdf5_id("H5P_CLS_GROUP_CREATE_ID_g")
#define H5P_LST_GROUP_CREATE_ID_g am_hdf5_id("H5P_LST_GROUP_CREATE_ID_g")
#define H5T_C_S1_g am_hdf5_id("H5T_C_S1_g")
#define H5T_NATIVE_DOUBLE_g am_hdf5_id("H5T_NATIVE_DOUBLE_g")
#define H5T_NATIVE_LONG_g am_hdf5_id("H5T_NATIVE_LONG_g")

#endif

#endif
