"""Chapter 23: strikes of air units and helicopters."""
