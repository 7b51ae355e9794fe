"""Load for a server of our own, on this machine alone: many tables, a steady pace, and kills if wanted."""
