"""Corrections to MiniStack 1.5.33, one file per subject. Each names what AWS does, what MiniStack does and why it matters here."""
