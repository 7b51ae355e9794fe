"""Chapter 28 and Korea, 14: the United Nations."""
