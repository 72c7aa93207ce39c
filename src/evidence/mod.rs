//! Evidence: what a comparison of claim and passage shows.
