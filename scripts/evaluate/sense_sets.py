"""Sets of sentences whose senses people labelled, and what is measured on them: names that several scripts share."""

from __future__ import annotations

# Which of our senses a set's label stands for; labels that are not here are senses that the catalogue does not have,
# and every label that we give them counts as wrong.
COARSEWSD = {
    "apple": {"apple_apple": "fruit", "apple_apple_inc.": "company"},
    "bank": {"bank_bank": "finance", "bank_bank_(geography)": "river"},
    "bass": {"bass_bass_guitar": "instrument", "bass_double_bass": "instrument", "bass_bass_(voice_type)": "voice"},
    "club": {"club_club": "association", "club_nightclub": "nightclub", "club_club_(weapon)": "stick"},
    "crane": {"crane_crane_(bird)": "bird", "crane_crane_(machine)": "machine"},
    "java": {"java_java": "island", "java_java_(programming_language)": "language"},
    "mole": {
        "mole_mole_(animal)": "animal",
        "mole_mole_(unit)": "unit",
        "mole_mole_(espionage)": "spy",
        "mole_mole_(architecture)": "pier",
    },
    "seal": {
        "seal_pinniped": "animal",
        "seal_seal_(emblem)": "emblem",
        "seal_seal_(mechanical)": "gasket",
        "seal_seal_(musician)": "singer",
    },
    "spring": {
        "spring_spring_(season)": "season",
        "spring_spring_(device)": "coil",
        "spring_spring_(hydrology)": "water",
    },
    "trunk": {"trunk_trunk_(botany)": "tree", "trunk_trunk_(automobile)": "car", "trunk_trunk_(anatomy)": "body"},
}
SENSEVAL = {
    "line": {"cord": "rope", "phone": "phone", "text": "text", "product": "product"},
    "interest": {"interest_6": "money", "interest_1": "curiosity", "interest_5": "stake"},
}

# How many sentences of other words stand after a test sentence, by what that is called.
ADDED = {"alone": 0, "one sentence added": 1, "three sentences added": 3}
RAW = "uniform, not whitened"
ZERO = "learned, Q = K = 0"
NEAR_BLIND = "learned, without distance"
