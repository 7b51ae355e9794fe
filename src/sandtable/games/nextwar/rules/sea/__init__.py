"""Chapter 7: sea control and ships."""
