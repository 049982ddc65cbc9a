-- Kept searches are parameters such as q=freeze&kind=task. Others were accepted as any text, and cannot be opened.
DELETE FROM recent_searches WHERE address !~* '^[a-z]+=[^&#[:space:]]*(&[a-z]+=[^&#[:space:]]*)*$';
DELETE FROM saved_searches WHERE address !~* '^[a-z]+=[^&#[:space:]]*(&[a-z]+=[^&#[:space:]]*)*$';
