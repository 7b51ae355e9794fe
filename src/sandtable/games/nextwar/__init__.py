"""Next War: Korea: two sides and their allies, hexes and boxes, nested initiative turns, air war and strikes."""
