"""Many games at once: bots play them out, and the fuzzer looks for what cannot be."""
