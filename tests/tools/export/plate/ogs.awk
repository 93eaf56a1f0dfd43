# ogs.awk: results of OpenGeoSys in an ASCII VTU file at one time: the force on
# the upper edge, and stresses xx yy zz at the Gauss points next to the
# ligament, in the first row of `across` elements.
/<DataArray/ {
  match($0, /Name="[^"]*/)
  name = substr($0, RSTART + 6, RLENGTH - 6)
  count = 0
  next
}
/</ { name = ""; next }
name { for (i = 1; i <= NF; i++) value[name, count++] = $i; size[name] = count }

END {
  for (i = 0; 3*i < size["Points"]; i++)
    if ((value["Points", 3*i + 1] - 1)^2 < 1e-20)
      force += value["NodalForces", 2*i + 1]
  printf "force %.12g\n", force
  for (i = 0; 16*i < size["sigma_ip"]; i += across)
    for (point = 0; point <= 2; point += 2) {
      at = 4*(4*i + point)
      printf "stress %.12g %.12g %.12g\n", value["sigma_ip", at],
             value["sigma_ip", at + 1], value["sigma_ip", at + 2]
    }
}
