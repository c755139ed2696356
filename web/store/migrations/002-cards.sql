-- Cards of a table's own: each text once; every entry names those that count after it, in their order.
CREATE TABLE cards (
  code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  mark TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (code, mark)
);

ALTER TABLE entries ADD COLUMN cards TEXT NOT NULL DEFAULT '';
