"""Rule coverage: joins the citations in code, data, tests and recorded games with each game's rule inventory."""
