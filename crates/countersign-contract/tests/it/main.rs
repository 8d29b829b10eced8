mod intake;
