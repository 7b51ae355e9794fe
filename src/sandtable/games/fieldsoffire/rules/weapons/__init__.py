"""Chapter 7: what each kind of weapon can do."""
