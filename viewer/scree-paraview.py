# Shows this run in ParaView: bodies with their shapes, sizes and orientations, walls and forces. Written by Scree.
#   in ParaView: View > Python Shell > Run Script
#   pvpython scree-paraview.py picture.png      a picture of the last frame, without a window
import json
import os
import sys

from paraview.simple import *

try:
    here = os.path.dirname(os.path.abspath(__file__))
except NameError:  # ParaView's shell does not set __file__: start the script in the folder of the run
    here = os.getcwd()
frames = os.path.join(here, "frames")
with open(os.path.join(frames, "names.json")) as file:
    names = json.load(file)
colors = [(0.36, 0.56, 0.78), (0.88, 0.60, 0.31), (0.44, 0.68, 0.45), (0.79, 0.39, 0.43), (0.60, 0.51, 0.77), (0.64, 0.56, 0.47)]

view = GetActiveViewOrCreate("RenderView")


def series(name):
    path = os.path.join(frames, name + ".hdf.series")
    return OpenDataFile(path) if os.path.exists(path) else None


bodies = series("bodies")
RenameSource("bodies", bodies)
for number, shape in enumerate(names["shapes"]):
    kind = Threshold(registrationName=shape["name"], Input=bodies, Scalars=["POINTS", "shape"], LowerThreshold=number, UpperThreshold=number)
    mesh = WavefrontOBJReader(registrationName="mesh of " + shape["name"], FileName=os.path.join(frames, "shape-%d.obj" % number))
    shown = Show(kind, view)
    shown.SetRepresentationType("3D Glyphs")
    shown.GlyphType = "Pipeline Connection"
    shown.GlyphType.Input = mesh
    shown.Orient = 1
    shown.OrientationMode = "Quaternion"
    shown.SelectOrientationVectors = "orientation"
    shown.Scaling = 1
    shown.ScaleMode = "Magnitude"
    shown.SelectScaleArray = "scale"
    shown.ScaleFactor = 1.0
    shown.ColorArrayName = [None, ""]
    shown.DiffuseColor = colors[number % len(colors)]
    Hide(mesh, view)

walls = series("walls")
if walls:
    RenameSource("walls", walls)
    shown = Show(walls, view)
    shown.ColorArrayName = [None, ""]
    shown.Opacity = 0.15

contacts = series("contacts")
if contacts:
    RenameSource("contacts", contacts)  # hidden at first; show it coloured by force_size, or with glyphs along branch
    Hide(contacts, view)

scene = GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
scene.GoToLast()
view.CameraViewUp = [0, 0, 1]
view.CameraPosition = [-0.6, -1.0, 0.6]
view.CameraFocalPoint = [0, 0, 0]
ResetCamera(view)
Render(view)
if len(sys.argv) > 1 and sys.argv[-1].endswith(".png"):
    SaveScreenshot(sys.argv[-1], view, ImageResolution=[1200, 750])
