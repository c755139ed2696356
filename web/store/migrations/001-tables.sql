-- Tables, their logs, and who plays what. Types are those both databases know.
CREATE TABLE tables (
  code TEXT PRIMARY KEY,
  key_hash TEXT NOT NULL,
  host_hash TEXT NOT NULL,
  game TEXT NOT NULL,
  edition TEXT NOT NULL,
  draws TEXT NOT NULL,
  number BIGINT NOT NULL,
  created BIGINT NOT NULL,
  touched BIGINT NOT NULL
);

CREATE TABLE entries (
  code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  args TEXT NOT NULL,
  answers TEXT NOT NULL,
  changes TEXT NOT NULL,
  state BYTEA NOT NULL,
  moment BIGINT NOT NULL,
  undone BIGINT NOT NULL,
  PRIMARY KEY (code, number)
);

CREATE TABLE seats (
  code TEXT NOT NULL REFERENCES tables (code) ON DELETE CASCADE,
  role TEXT NOT NULL,
  phone_hash TEXT NOT NULL,
  PRIMARY KEY (code, role)
);

CREATE INDEX tables_touched ON tables (touched);
