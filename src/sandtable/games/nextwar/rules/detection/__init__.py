"""Chapter 21: which ground targets a side sees."""
