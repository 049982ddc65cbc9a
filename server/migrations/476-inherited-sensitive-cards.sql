-- A card of two people that was handed over with the account of its owner: another holder of its key confirms the new owner.
ALTER TABLE sensitive_cards ADD inherited_at timestamptz;
