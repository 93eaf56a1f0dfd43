"""read_conventions.py FILE FORMAT SHEAR: h5py reads the description of the
numbers of a file."""
import sys

import h5py

with h5py.File(sys.argv[1], "r") as file:
    said = dict(file["conventions"].attrs)
    components = [name.decode() for name in said.pop("components")]
    assert components == ["xx", "yy", "zz", "yz", "xz", "xy"], components
    texts = {name: text.decode() for name, text in said.items()}
    assert sorted(texts) == ["format", "layout", "missing", "sign", "strain",
                             "tangent", "units"], sorted(texts)
    assert texts["format"] == sys.argv[2], texts["format"]
    assert sys.argv[3] in texts["strain"], texts["strain"]
