//! A disk in memory that fails on request and knows the possible results of a power cut.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use rustix::io::Errno;

use super::disk::{Disk, DiskFile};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The operation fails and does nothing.
    Error(Errno),
    /// The machine stops: the operation fails, and earlier writes stay as they are.
    Stop,
    /// Only half of a write is accepted; other operations work.
    Short,
    /// Half of a write is taken, and nothing can be cut off again.
    ShortForGood,
}

/// Time of a fault.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) fault: Fault,
    /// The operation, from 0.
    pub(super) at: usize,
    /// True if all later operations fail too.
    pub(super) for_ever: bool,
}

/// A change that is not on the platters yet.
#[derive(Debug, Clone)]
pub(super) enum Change {
    Append(Vec<u8>),
    Truncate(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Append(more) => bytes.extend_from_slice(more),
            Self::Truncate(len) => bytes.truncate(*len),
        }
    }
}

/// A file as programs see it and as a power cut would find it.
#[derive(Debug, Clone, Default)]
pub(super) struct Stored {
    pub(super) now: Vec<u8>,
    pub(super) durable: Vec<u8>,
    pub(super) unsynced: Vec<Change>,
    /// True if the name in the folder lasts.
    pub(super) named: bool,
}

impl Stored {
    /// Returns the possible results of a power cut: any number of the changes in order, the last of
    /// them cut at a byte, where `at` receives its length; after the cut nothing, or NUL bytes.
    pub(super) fn left(&self, at: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<u8>> {
        let mut all = vec![self.durable.clone()];
        let mut whole = self.durable.clone();
        for change in &self.unsynced {
            if let Change::Append(bytes) = change {
                for cut in at(bytes.len()) {
                    let mut torn = whole.clone();
                    torn.extend_from_slice(&bytes[..cut]);
                    let mut zeros = torn.clone();
                    zeros.resize(whole.len() + bytes.len(), 0);
                    all.extend([torn, zeros]);
                }
            }
            change.apply(&mut whole);
            all.push(whole.clone());
        }
        all
    }
}

#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) files: BTreeMap<PathBuf, Stored>,
    pub(super) plan: Option<Plan>,
    /// Operations so far.
    pub(super) operations: usize,
    sync_failed: bool,
    /// Attempts to sync or to change a file after a sync failed.
    pub(super) touched_after_failed_sync: usize,
}

impl Model {
    /// Counts an operation; returns its fault.
    fn step(&mut self) -> Option<Fault> {
        let now = self.operations;
        self.operations += 1;
        let plan = self.plan?;
        (now == plan.at || plan.for_ever && now > plan.at).then_some(plan.fault)
    }

    /// Counts an operation that can only fail as a whole.
    fn fails(&mut self) -> io::Result<()> {
        match self.step() {
            Some(Fault::Error(errno)) => Err(errno.into()),
            Some(Fault::Stop) => Err(Errno::IO.into()),
            _ => Ok(()),
        }
    }

    fn file(&mut self, path: &Path) -> &mut Stored {
        self.files.get_mut(path).unwrap()
    }
}

/// The disk. Clones are the same one.
#[derive(Debug, Clone, Default)]
pub(super) struct Simulated(Arc<Mutex<Model>>);

impl Simulated {
    /// Returns a disk with a fault.
    pub(super) fn with(plan: Plan) -> Self {
        let disk = Self::default();
        disk.model().plan = Some(plan);
        disk
    }

    /// Returns a disk with a lasting file.
    pub(super) fn holding(path: &Path, bytes: &[u8]) -> Self {
        let disk = Self::default();
        let (now, durable) = (bytes.to_vec(), bytes.to_vec());
        let stored = Stored { now, durable, named: true, ..Stored::default() };
        disk.model().files.insert(path.to_owned(), stored);
        disk
    }

    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.0.lock().unwrap()
    }

    /// Truncates a file permanently, like another program.
    pub(super) fn truncate(&self, path: &Path, len: usize) {
        let mut model = self.model();
        let file = model.file(path);
        file.now.truncate(len);
        file.durable.truncate(len);
    }

    /// Restarts after a power cut: data that was not synced is lost, and nothing fails any more.
    pub(super) fn restart(&self) {
        let mut model = self.model();
        model.plan = None;
        model.sync_failed = false;
        model.files.retain(|_, file| file.named);
        for file in model.files.values_mut() {
            file.unsynced.clear();
            file.now.clone_from(&file.durable);
        }
    }
}

impl Disk for Simulated {
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut model = self.model();
        model.fails()?;
        model.files.entry(path.to_owned()).or_default();
        Ok(Box::new(SimulatedFile { disk: self.clone(), path: path.to_owned() }))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut model = self.model();
        model.fails()?;
        for (path, file) in &mut model.files {
            file.named |= path.parent() == Some(folder);
        }
        Ok(())
    }
}

#[derive(Debug)]
struct SimulatedFile {
    disk: Simulated,
    path: PathBuf,
}

impl SimulatedFile {
    fn change(&self, model: &mut Model, change: Change) {
        model.touched_after_failed_sync += usize::from(model.sync_failed);
        let file = model.file(&self.path);
        change.apply(&mut file.now);
        file.unsynced.push(change);
    }
}

impl DiskFile for SimulatedFile {
    fn lock(&self) -> io::Result<bool> {
        self.disk.model().fails().map(|()| true)
    }

    fn unlock(&self) {}

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        self.disk.model().fails().map(|()| path == self.path)
    }

    fn len(&self) -> io::Result<u64> {
        let mut model = self.disk.model();
        model.fails()?;
        Ok(model.file(&self.path).now.len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], from: u64) -> io::Result<usize> {
        let mut model = self.disk.model();
        model.fails()?;
        let from = usize::try_from(from).unwrap();
        let rest = model.file(&self.path).now.get(from..).unwrap_or_default();
        let len = rest.len().min(bytes.len());
        bytes[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn append(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut model = self.disk.model();
        let len = match model.step() {
            Some(Fault::Error(errno)) => return Err(errno.into()),
            Some(Fault::Stop) => return Err(Errno::IO.into()),
            Some(Fault::Short | Fault::ShortForGood) => bytes.len() / 2,
            None => bytes.len(),
        };
        self.change(&mut model, Change::Append(bytes[..len].to_vec()));
        Ok(len)
    }

    fn truncate(&self, len: u64) -> io::Result<()> {
        let mut model = self.disk.model();
        // It happens some operations after the write.
        if model.plan.is_some_and(|plan| plan.fault == Fault::ShortForGood) {
            return Err(Errno::IO.into());
        }
        model.fails()?;
        self.change(&mut model, Change::Truncate(usize::try_from(len).unwrap()));
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        let mut model = self.disk.model();
        model.touched_after_failed_sync += usize::from(model.sync_failed);
        let failed = model.fails();
        if model.plan.is_some_and(|plan| plan.fault == Fault::Stop) && failed.is_err() {
            return failed;
        }
        model.sync_failed |= failed.is_err();
        let file = model.file(&self.path);
        let changes = std::mem::take(&mut file.unsynced);
        // As in Linux: after an error, the data counts as written, so that the next sync succeeds
        // without it.
        failed?;
        let mut durable = std::mem::take(&mut file.durable);
        for change in changes {
            change.apply(&mut durable);
        }
        file.durable = durable;
        Ok(())
    }
}
