"""The project about itself: layers, docs, benches, what a run left out, mutants."""
