//! Reports: the inspection for people and for machines, without a screen.
