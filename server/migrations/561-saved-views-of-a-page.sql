-- A renamed choice of a section is renamed in everyone's views of it, page by page.
CREATE INDEX saved_views_of_place ON saved_views (place, id);
