# mesh.awk: a quarter of a square plate with edges of length 1, in n by 2 n
# quadrilaterals around a hole of radius `hole`, or where that is 0 in n by n
# squares, as ASCII VTU.
function tangent(a) { return sin(a)/cos(a) }

function around(i, j,    a, ox, oy, s) {
  a = atan2(1, 1)*j/n
  ox = j <= n ? 1 : tangent(2*atan2(1, 1) - a)
  oy = j <= n ? tangent(a) : 1
  if (j == 0) oy = 0
  if (j == 2*n) ox = 0
  s = i/n
  return sprintf("%.17g %.17g 0",
                 (1 - s)*hole*(j == 2*n ? 0 : cos(a)) + s*ox,
                 (1 - s)*hole*sin(a) + s*oy)
}

function array(type, name, more) {
  printf "<DataArray type=\"%s\" Name=\"%s\" format=\"ascii\"%s>\n", type, name,
         more
}

BEGIN {
  across = hole ? 2*n : n
  columns = across + 1
  cells = n*across
  print "<?xml version=\"1.0\"?>"
  print "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" " \
        "byte_order=\"LittleEndian\"><UnstructuredGrid>"
  printf "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\"><Points>\n",
         (n + 1)*columns, cells
  array("Float64", "Points", " NumberOfComponents=\"3\"")
  for (i = 0; i <= n; i++)
    for (j = 0; j < columns; j++)
      print (hole ? around(i, j) : i/n " " j/n " 0")
  print "</DataArray></Points><Cells>"
  array("Int64", "connectivity")
  for (i = 0; i < n; i++)
    for (j = 0; j < across; j++)
      print i*columns + j, (i + 1)*columns + j, (i + 1)*columns + j + 1,
            i*columns + j + 1
  print "</DataArray>"
  array("Int64", "offsets")
  for (i = 1; i <= cells; i++) print 4*i
  print "</DataArray>"
  array("UInt8", "types")
  for (i = 1; i <= cells; i++) print 9
  print "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>"
}
