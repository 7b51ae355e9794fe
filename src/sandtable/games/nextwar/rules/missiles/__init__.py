"""Chapter 26: cruise missiles, and the SCUDs of the DPRK."""
