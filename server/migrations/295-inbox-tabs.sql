-- Entries about events and about the person's own account have tabs of their own.
UPDATE notifications SET tab = 'events' WHERE kind LIKE 'event.%' AND tab = 'changes';
UPDATE notifications SET tab = 'account' WHERE tab IN ('changes', 'must-read') AND kind IN (
  'password.set', 'email.changed', 'second-factor.removed', 'session.new-device', 'department.entered', 'role.taken',
  'role.given', 'role.withdrawn', 'department.joined', 'department.left', 'account.inherited');
