cp "$AFTER/program" program
