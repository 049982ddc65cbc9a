-- How a name looks, as a key: two names with one key cannot be told apart on a screen. Letters of other alphabets stand
-- for the Latin ones that they look like (a line each: Cyrillic, Greek, Armenian, Cherokee, Lisu, small capitals), and so
-- do l, I and 1, O and 0, dashes, quotation marks and dots of every kind; wide, mathematical and circled forms are the
-- plain ones. Accents are seen, and stay. Capitals are replaced before they become small letters, for these look like
-- others. What changes how an emoji is drawn counts for nothing. It is cut before letters that each stand for eighteen
-- make more of it than an index holds, or than is soon looked through.
CREATE FUNCTION name_look(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(translate(left(normalize(translate(left(name, 200), 'ϲϹ´', 'cC'''), NFKD), 600),
    'АВЕЅІЈКМНОРСТУХҮԌԚԜӀӔѴԀҺЬГПЗӘавеѕіјкмнорстухүԍԛԝӏӕѵԁһьгпзә' ||
    'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿαβγηικνορυχωϳ' ||
    'ՕՍՏոօսհցզայ' ||
    'ᎪᏴᏟᎠᎬᎳᎻᎫᏦᏞᎷᏢᏚᎢᏙᏃ' ||
    'ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ' ||
    'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡıȷɩƖǀǝƎ' ||
    'I1|0' ||
    '‐‒–—―−⁃‘’ʼʹ`′“”•∙‧⁄∕꞉ː∶‚' ||
    U&'\FE0E\FE0F',
    'ABESlJKMHOPCTYXYGQWlÆVdhbrn3Əabesijkmhopctyxygqwlævdhbrn3ə' ||
    'ABEZHlKMNOPTYXJaßynikvopuxwj' ||
    'OUSnouhgqwj' ||
    'ABCDEWHJKLMPSTVZ' ||
    'BPDTGKJCZFMNLSRVHWXYAElOU' ||
    'abcdefghijklmnoprstuvwyzagijilləƏ' ||
    'lllo' ||
    '-------''''''''''''""···//:::,'))
$$;

CREATE INDEX profiles_name_look ON profiles (name_look(name));
CREATE INDEX channels_name_look ON channels (name_look(name)) WHERE type <> 'DIRECT';
CREATE INDEX roles_name_look ON roles (name_look(name));
CREATE INDEX departments_name_look ON departments (name_look(name));
