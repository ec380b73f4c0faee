"""The words of a game that is played, beside those of every map; cards keep their names."""

from collections.abc import Mapping

from engine import Terrain
from engine.cards import Corner, Direction, Effect
from engine.game import Task
from engine.sentence import later
from service.formats.gamenames import BoxName

BOXES: Mapping[BoxName, str] = {
    BoxName.BASE: "Cartographers",
    BoxName.HEROES: "Cartographers Heroes",
}
IN_THE_WAY: Mapping[Terrain, str] = {
    Terrain.FOREST: later("A forest is in the way on %(square)s."),
    Terrain.VILLAGE: later("A village is in the way on %(square)s."),
    Terrain.FARM: later("A farm is in the way on %(square)s."),
    Terrain.WATER: later("Water is in the way on %(square)s."),
    Terrain.MONSTER: later("A monster is in the way on %(square)s."),
    Terrain.HERO: later("A hero is in the way on %(square)s."),
    Terrain.MOUNTAIN: later("A mountain is in the way on %(square)s."),
    Terrain.WASTELAND: later("Wasteland is in the way on %(square)s."),
    Terrain.DESTROYED: later("A destroyed square is in the way on %(square)s."),
}
NO_RUINS = later("No ruins are covered: after a ruins card the shape must cover some.")
ELSEWHERE: Mapping[Task, str] = {
    Task.GAZE: later("The Gorgon destroys a square beside it that is no mountain and not destroyed yet."),
    Task.RAVAGE: later("The Giant Troll destroys an empty square beside it."),
}
FITS = later("It fits on %(square)s.")
WHERE = later("Tap a square of the map to lay the shape there.")
CORNERS: Mapping[Corner, str] = {
    Corner.TOP_LEFT: later("the top left corner"),
    Corner.TOP_RIGHT: later("the top right corner"),
    Corner.BOTTOM_LEFT: later("the bottom left corner"),
    Corner.BOTTOM_RIGHT: later("the bottom right corner"),
}
DIRECTIONS: Mapping[Direction, str] = {
    Direction.CLOCKWISE: later("clockwise"),
    Direction.COUNTERCLOCKWISE: later("counterclockwise"),
}
EFFECTS: Mapping[Effect, str] = {
    Effect.DRAGON: later("When all its squares are surrounded or destroyed, you gain 3 coins."),
    Effect.ZOMBIE: later("After each season is scored, it spreads to every empty square beside it."),
    Effect.TROLL: later("After each season is scored, it destroys an empty square beside it."),
    Effect.GORGON: later("Now it destroys a square beside it that is no mountain."),
}
