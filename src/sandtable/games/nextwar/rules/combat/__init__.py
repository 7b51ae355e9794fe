"""Chapter 9: ground combat."""
