"""Chapter 4: commands, orders and communication."""
