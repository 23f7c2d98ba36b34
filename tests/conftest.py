"""Settings of every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How fast a machine is must not decide whether a test passes.
settings.register_profile("kazoe", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kazoe")
