"""A language for counting problems under local rules, and the machine builder behind it."""
