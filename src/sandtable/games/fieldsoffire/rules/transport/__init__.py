"""Chapter 11: transport helicopters, air assault and amphibious assault."""
