"""Chapter 24: radar, interceptors, missiles and guns against aircraft."""
