SELECT
  c.usr FROM clicks c