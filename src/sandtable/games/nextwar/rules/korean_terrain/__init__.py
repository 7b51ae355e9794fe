"""Korea, chapter 2: the DMZ, outposts and tunnels."""
