"""Korea, chapter 16: what each scenario adds."""
