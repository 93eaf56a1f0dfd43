<?xml version="1.0" encoding="ISO-8859-1"?>
<OpenGeoSysGLI xmlns:ogs="http://www.opengeosys.org">
  <name>plate</name>
  <points>
    <point id="0" x="@HOLE@" y="0" z="0"/>
    <point id="1" x="1" y="0" z="0"/>
    <point id="2" x="1" y="1" z="0"/>
    <point id="3" x="0" y="1" z="0"/>
    <point id="4" x="0" y="@HOLE@" z="0"/>
  </points>
  <polylines>
    <polyline id="0" name="bottom"><pnt>0</pnt><pnt>1</pnt></polyline>
    <polyline id="1" name="right"><pnt>1</pnt><pnt>2</pnt></polyline>
    <polyline id="2" name="top"><pnt>2</pnt><pnt>3</pnt></polyline>
    <polyline id="3" name="left"><pnt>3</pnt><pnt>4</pnt></polyline>
  </polylines>
</OpenGeoSysGLI>
