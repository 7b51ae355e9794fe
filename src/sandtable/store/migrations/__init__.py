"""How the tables came to be what they are; run by :mod:`sandtable.store.migrating`."""
