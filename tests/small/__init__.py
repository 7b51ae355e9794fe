"""Small games that exist to prove the kernel: each stresses another part of the contract."""
