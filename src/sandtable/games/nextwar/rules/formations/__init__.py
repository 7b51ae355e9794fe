"""Chapter 18: formations and their headquarters."""
