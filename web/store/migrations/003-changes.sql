-- Entries as changes: `base` is the number of the entry whose state stands in full, from which the entries after it go on;
-- 0: this one does itself, as all did before. Of own cards `=` says: as before.
ALTER TABLE entries ADD COLUMN base BIGINT NOT NULL DEFAULT 0;

-- Bytes of the entries of a table since they are counted.
ALTER TABLE tables ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;

-- How many tables were made from where today.
CREATE TABLE makers (
  maker TEXT PRIMARY KEY,
  day BIGINT NOT NULL,
  made BIGINT NOT NULL
);
