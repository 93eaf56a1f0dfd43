"""read_vtkhdf.py FILE: h5py, and VTK where there is one, read /VTKHDF and
find the images of the file; ends with 77 where VTK is missing."""
import sys

import h5py
import numpy as np

OURS = [0, 1, 2, 5, 3, 4]  # xx yy zz xy yz xz, of xx yy zz yz xz xy


def expected():
    """The arrays of each image in VTK's order, [voxels][components]."""
    with h5py.File(sys.argv[1], "r") as file:
        grid = file["grid"][:].astype(int)
        images = []
        for step in sorted(name for name in file if name.startswith("step_")):
            image = {}
            for name, values in file[step].items():
                values = values[:].reshape(grid.prod(), -1)
                image[name] = values[:, OURS] if values.shape[1] == 6 else values
            images.append(image)
        return images, grid, file["size"][:]


def check_structure(images, grid, size):
    with h5py.File(sys.argv[1], "r") as file:
        group = file["VTKHDF"]
        assert group.attrs["Type"] == b"ImageData"
        assert list(group.attrs["WholeExtent"][1::2] + 1) == list(grid)
        assert np.allclose(group.attrs["Spacing"], size / grid, rtol=1e-15)
        assert np.allclose(group.attrs["Origin"], size / grid / 2, rtol=1e-15)
        timed = len(images) > 1
        assert list(group.attrs["Version"]) == [2 if timed else 1, 0]
        assert ("Steps" in group) == timed
        if timed:
            assert group["Steps"].attrs["NSteps"] == len(images)
            assert (np.diff(group["Steps/Values"][:]) > 0).all()
        assert sorted(group["PointData"]) == sorted(images[0])
        for name, found in group["PointData"].items():
            assert found.is_virtual, name
            found = found[:] if timed else found[:][None]
            for image, values in zip(images, found):
                assert np.array_equal(values.reshape(image[name].shape),
                                      image[name], equal_nan=True), name


def check_vtk(images, grid, size):
    try:
        from vtkmodules.vtkIOHDF import vtkHDFReader
        from vtkmodules.util.numpy_support import vtk_to_numpy
    except ImportError:
        sys.exit(77)
    reader = vtkHDFReader()
    reader.SetFileName(sys.argv[1])
    assert reader.CanReadFile(sys.argv[1])
    if len(images) > 1 and not hasattr(reader, "SetStep"):
        return
    for step, image in enumerate(images):
        if len(images) > 1:
            reader.SetStep(step)
        reader.Update()
        found = reader.GetOutputDataObject(0)
        assert list(found.GetDimensions()) == list(grid)
        assert np.allclose(found.GetSpacing(), size / grid, rtol=1e-15)
        assert found.GetPointData().GetNumberOfArrays() == len(image)
        for name, values in image.items():
            array = vtk_to_numpy(found.GetPointData().GetArray(name))
            assert np.array_equal(array.reshape(values.shape), values,
                                  equal_nan=True), name
    print("read by VTK:", len(images))


ALL = expected()
check_structure(*ALL)
check_vtk(*ALL)
