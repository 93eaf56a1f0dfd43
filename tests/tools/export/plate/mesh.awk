# mesh.awk: mesh of a quarter of a square plate with edges of length 1: n by 2 n
# quadrilaterals of eight nodes around a hole of radius `hole`, or n by n
# squares if `hole` is 0. The format is ASCII VTU, or CalculiX if `deck` is 1.
function tangent(a) { return sin(a)/cos(a) }

# Position i on line j from the hole, i = 0, to the edges, i = n
function around(i, j,    a, ox, oy, s) {
  a = atan2(1, 1)*j/n
  ox = j <= n ? 1 : tangent(2*atan2(1, 1) - a)
  oy = j <= n ? tangent(a) : 1
  if (j == 0) oy = 0
  if (j == 2*n) ox = 0
  s = i/n
  return sprintf("%.15g" between "%.15g" between "0",
                 (1 - s)*hole*(j == 2*n ? 0 : cos(a)) + s*ox,
                 (1 - s)*hole*sin(a) + s*oy)
}

function square(i, j) { return i/n between j/n between "0" }

# Nodes stand at whole and half steps, but none in the middle of an element.
function number_nodes(    i, j) {
  for (i = 0; i <= 2*n; i++)
    for (j = 0; j <= 2*across; j++) {
      if (i % 2 && j % 2) continue
      node[i, j] = nodes + deck
      place[nodes++] = hole ? around(i/2, j/2) : square(i/2, j/2)
    }
}

# The nodes of an element, its corners first; i and j even.
function element(i, j,    k, text) {
  for (k = 0; k < 8; k++)
    text = text (k ? between : "") \
           node[i + substr("02201210", k + 1, 1),
                j + substr("00220121", k + 1, 1)]
  return text
}

function write_elements(    i, j, label) {
  for (i = 0; i < 2*n; i += 2)
    for (j = 0; j < 2*across; j += 2)
      print (deck ? ++label between : "") element(i, j)
}

function write_deck(    i, j) {
  print "*NODE, NSET=ALL"
  for (i = 0; i < nodes; i++) print i + 1 between place[i]
  print "*ELEMENT, TYPE=CPE8R, ELSET=PLATE"
  write_elements()
  print "*ELSET, ELSET=LIGAMENT"
  for (i = 0; i < n; i++) print i*across + 1
  print "*NSET, NSET=BOTTOM"
  for (i = 0; i <= 2*n; i++) print node[i, 0]
  print "*NSET, NSET=LEFT"
  for (i = 0; i <= 2*n; i++) print hole ? node[i, 2*across] : node[0, i]
  print "*NSET, NSET=TOP"
  for (i = 0; i <= 2*n; i++) print hole ? node[2*n, 2*n + i] : node[i, 2*n]
}

function array(type, name, more) {
  printf "<DataArray type=\"%s\" Name=\"%s\" format=\"ascii\"%s>\n", type, name,
         more
}

function write_vtu(    i) {
  print "<?xml version=\"1.0\"?>"
  print "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" " \
        "byte_order=\"LittleEndian\"><UnstructuredGrid>"
  printf "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\"><Points>\n",
         nodes, n*across
  array("Float64", "Points", " NumberOfComponents=\"3\"")
  for (i = 0; i < nodes; i++) print place[i]
  print "</DataArray></Points><Cells>"
  array("Int64", "connectivity")
  write_elements()
  print "</DataArray>"
  array("Int64", "offsets")
  for (i = 1; i <= n*across; i++) print 8*i
  print "</DataArray>"
  array("UInt8", "types")
  for (i = 1; i <= n*across; i++) print 23
  print "</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>"
}

BEGIN {
  across = hole ? 2*n : n
  between = deck ? ", " : " "
  number_nodes()
  if (deck) write_deck()
  else write_vtu()
}
