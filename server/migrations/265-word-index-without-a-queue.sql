-- New words are rare and are looked up with every search. An entry of these indexes is written at once instead of being
-- queued: each look-up reads the whole queue, which took up to 6 ms a word.
ALTER INDEX search_words_stems SET (fastupdate = off);
ALTER INDEX search_words_letter_pairs SET (fastupdate = off);
SELECT gin_clean_pending_list('search_words_stems'), gin_clean_pending_list('search_words_letter_pairs');
