-- Entries about a person's account have a reason of their own.
UPDATE notifications SET reason = 'account' WHERE reason = 'concerned' AND kind IN ('password.set', 'email.changed',
  'second-factor.removed', 'role.given', 'role.withdrawn', 'department.joined', 'department.left', 'account.inherited',
  'session.new-device');
