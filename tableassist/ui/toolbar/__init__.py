"""The toolbar: what is done most often, with a picture and a word each."""
