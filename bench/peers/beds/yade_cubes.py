# Simulates the settled bed of cubes of scenes/bed.toml in YADE (Polyhedra: sharp, exact overlap volume).
# `./scree peers beds` runs it; to run it alone:
#   BED=scenes/cubes500.txt RELAX=300 STEPS=100 ROUNDS=3 yade -j1 -n -x -f1 bench/peers/beds/yade_cubes.py
# For each round it prints the body-steps per second of processor time.
import os
import time
from math import atan

from yade import polyhedra_utils, utils

edge, stiffness = 0.01, 1e5
relax, steps, rounds = (int(os.environ[k]) for k in ("RELAX", "STEPS", "ROUNDS"))

# YADE's force is proportional to the overlap volume: two faces of area edge^2 with overlap d share the volume edge^2 d. The
# stiffnesses of the two materials are in series.
material = PolyhedraMat(
    young=2 * stiffness / edge**2, poisson=0.2, density=2500, frictionAngle=atan(0.5)
)
O.materials.append(material)

corners = [Vector3(x, y, z) * edge / 2 for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
for line in open(os.environ["BED"]):
    if line.startswith("#"):
        width = edge * float(line.split("L=")[1].split()[0])
        continue
    x, y, z, qw, qx, qy, qz = (float(word) for word in line.split())
    turn = Quaternion(qw, qx, qy, qz)
    turn.normalize()
    place = Vector3(x, y, z) * edge
    O.bodies.append(polyhedra_utils.polyhedra(material, v=[place + turn * c for c in corners]))
bodies = len(O.bodies)
for axis in (0, 1):
    O.bodies.append(utils.wall(0, axis=axis, sense=1, material=material))
    O.bodies.append(utils.wall(width, axis=axis, sense=-1, material=material))
O.bodies.append(utils.wall(0, axis=2, sense=1, material=material))

O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Polyhedra_Aabb(), Bo1_Wall_Aabb()]),
    InteractionLoop(
        [Ig2_Wall_Polyhedra_PolyhedraGeom(), Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],
        [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
        [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()],
    ),
    NewtonIntegrator(damping=0.3, gravity=(0, 0, -9.81)),
]
O.dt = 2e-5
O.run(relax, True)
for _ in range(rounds):
    begin = time.process_time()
    O.run(steps, True)
    print("RATE %.0f" % (bodies * steps / (time.process_time() - begin)), flush=True)
