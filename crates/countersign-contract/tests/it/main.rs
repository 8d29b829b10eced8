mod extract;
