"""read_vtkhdf.py FILE: h5py, and VTK if it is installed, read /VTKHDF and
find the fields of the file; ends with 77 without VTK."""
import sys

import h5py
import numpy as np

# VTK's order of components in ours
ORDERS = {6: [0, 1, 2, 5, 3, 4], 9: [0, 5, 4, 8, 1, 3, 7, 6, 2]}


def in_order_of_vtk(values):
    order = ORDERS.get(values.shape[-1])
    return values if order is None else values[..., order]


def fields(file):
    """Images by time, each array [voxels][components] in VTK's order."""
    grid = file["grid"][:].astype(int)
    images = []
    for step in sorted(name for name in file if name.startswith("step_")):
        image = {}
        for name, values in file[step].items():
            values = values[:].reshape(grid.prod(), -1)
            image[name] = in_order_of_vtk(values)
        images.append(image)
    return images, grid, file["size"][:]


def batch(file):
    """The same of the points of a batch."""
    points, rows = file.attrs["points"], len(file["time"])
    images = [{} for row in range(rows)]
    for name in file.attrs["datasets"]:
        name = name.decode()
        values = file[name][:]
        # with rows: /NAME [points][rows]…; a quantity per point has none
        once = name.split("/")[0] in ("status", "failed_at", "total", "points")
        for row in range(rows):
            part = values if once else values[:, row]
            images[row][name.replace("/", ".")] = in_order_of_vtk(
                part.reshape(points, -1))
    return images, [points, 1, 1], np.array([points, 1.0, 1.0])


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


with h5py.File(sys.argv[1], "r") as opened:
    ALL = fields(opened) if "grid" in opened else batch(opened)
check_structure(*ALL)
check_vtk(*ALL)
