fn parse(text: &str) -> Result<Tree, Error> {
    for token in tokens(text) {
        token?;
    }
}
