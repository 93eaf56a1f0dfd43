"""read_archive.py FILE DONE: h5py reads an archive of archive_sample.h."""
import sys

import h5py
import numpy as np

FIELDS = ["stress", "internal/alpha", "tangent", "status", "counts"]


def expected(field, shape, rows):
    index = np.indices(shape)
    point, row = index[0], index[1] if rows else 0
    component = np.zeros(shape)
    for k in range(2 if rows else 1, len(shape)):
        component = component * shape[k] + index[k]
    return np.sin(point * 37 + component) * (1 + row) + 100 * field


def text(value):
    return value.decode("utf-8")


with h5py.File(sys.argv[1], "r") as file:
    done = int(sys.argv[2])
    assert file.attrs["done"] == done
    assert file.attrs["complete"] == (done == file.attrs["points"])
    assert text(file.attrs["case"]) == "case: sample\nmaterial: none\n"
    assert text(file.attrs["material"]) == "material: none äö\n"
    assert list(map(text, file.attrs["datasets"])) == FIELDS
    assert text(file["time"].attrs["unit"]) == "s"
    assert np.array_equal(file["time"][:], 0.25 * np.arange(len(file["time"])))
    assert text(file["stress"].attrs["unit"]) == "MPa"
    assert text(file["stress"].attrs["about"]) == "Cauchy stress"
    assert list(map(text, file["stress"].attrs["components"])) == [
        "xx", "yy", "zz", "yz", "xz", "xy"]
    assert text(file["status"].attrs["unit"]) == ""
    assert file["stress"].compression == "gzip" and file["stress"].shuffle
    for i, name in enumerate(FIELDS):
        values = file[name][:done]
        right = expected(i, values.shape, name not in ("status", "counts"))
        assert values.dtype == np.float64
        np.testing.assert_allclose(values, right, rtol=1e-13, atol=1e-13)
    assert np.isnan(file["stress"][done:]).all() or len(sys.argv) > 3
